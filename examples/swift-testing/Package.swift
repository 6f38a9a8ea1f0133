// swift-tools-version: 6.2
import PackageDescription

// An app's package that is tested with the simulator. Your own package names the repository instead of the path:
// .package(url: "https://…/vsa-simulator", from: "0.1.0")
let package = Package(
    name: "riverside",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vsa-simulator", path: "../..")],
    targets: [
        .target(name: "Riverside", dependencies: [.product(name: "AccessEnabler", package: "vsa-simulator")]),
        .testTarget(
            name: "RiversideTests",
            dependencies: [
                "Riverside",
                .product(name: "VSATesting", package: "vsa-simulator"),
                .product(name: "AccessEnabler", package: "vsa-simulator"),
                // The programs are built next to the tests, where they are found.
                .product(name: "vsactl", package: "vsa-simulator"),
                .product(name: "vsactl-full", package: "vsa-simulator"),
                .product(name: "vsad", package: "vsa-simulator"),
                .product(name: "entitlementd", package: "vsa-simulator"),
            ]),
    ]
)
