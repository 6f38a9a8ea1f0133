/// The version of the project: every program prints it for `--version`, and the Debian package carries it.
///
/// `RELEASING.md` says how it changes. Two programs that cannot import this module link to this file.
package let simulatorVersion = "0.1.0"
