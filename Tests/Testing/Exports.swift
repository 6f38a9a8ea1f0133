// What the project's tests share with those of apps.
@_exported import VSATesting
