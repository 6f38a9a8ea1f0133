extension AccessEnabler {
    /// Calls back on the queue of the callbacks, after those of all calls made until now, with who has the next turn.
    ///
    /// For `entitle`, which ends when no answer is due. Not for other programs. It changes nothing.
    package func whenServed(_ body: @escaping @Sendable (NextTurn) -> Void) {
        engine.whenServed { [delivery] turn in delivery.afterCallbacks { body(turn) } }
    }
}
