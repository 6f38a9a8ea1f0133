/// The version of the project, which every program prints for `--version` and which the Debian package bears.
///
/// `RELEASING.md` describes how it changes. Two programs that cannot import this module link to this file.
package let simulatorVersion = "0.1.0"
