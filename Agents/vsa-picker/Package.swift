// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// CI sets `VSASIM_STRICT=1`: every warning is an error there.
let isStrict = ProcessInfo.processInfo.environment["VSASIM_STRICT"] == "1"

let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "vsa-picker",
    products: [
        .executable(name: "vsa-picker", targets: ["vsa-picker"]),
        .executable(name: "vsa-settings", targets: ["vsa-settings"]),
    ],
    dependencies: [.package(path: "../../Plugins/EmbedText")],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .target(
            name: "PickerModel", swiftSettings: swiftSettings, plugins: [.plugin(name: "EmbedText", package: "EmbedText")]),
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .target(name: "DesktopViews", dependencies: ["CGtk", "PickerModel"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "vsa-picker", dependencies: ["CGtk", "DesktopViews", "PickerModel"], swiftSettings: swiftSettings),
        .target(name: "SettingsModel", dependencies: ["PickerModel"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "vsa-settings", dependencies: ["CAdwaita", "CGtk", "DesktopViews", "PickerModel", "SettingsModel"],
            swiftSettings: swiftSettings),
        .testTarget(name: "PickerModelTests", dependencies: ["PickerModel"], swiftSettings: swiftSettings),
        .testTarget(name: "SettingsModelTests", dependencies: ["PickerModel", "SettingsModel"], swiftSettings: swiftSettings),
    ]
)
