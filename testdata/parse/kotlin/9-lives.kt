fun startsWithDigit() = 1
