import Glibc
import StateDirectory

/// Replaces this process with another program, so that signals, the terminal and the exit code are that program's.
enum Replacement {
    /// Starts a program, which is searched in `PATH` unless its path is given.
    ///
    /// - Throws: `Failure` if it cannot be started.
    static func start(_ program: String, _ arguments: [String]) throws -> Never {
        let words = ([program] + arguments).map { (word: String) in strdup(word) }
        // The threads of the Swift runtime block signals, which the program would inherit.
        var none = Signals.set([])
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execvp(program, words + [nil])
        throw Failure(.failed, "cannot start \(program): \(String(cString: strerror(errno)))")
    }
}
