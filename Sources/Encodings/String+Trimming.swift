extension StringProtocol where SubSequence == Substring {
    /// Returns the string without the characters at both ends for which a condition holds.
    package func trimming(while isDropped: (Character) -> Bool) -> Substring {
        var result = drop(while: isDropped)
        while let last = result.last, isDropped(last) { result.removeLast() }
        return result
    }
}
