package zoo

class Only
typealias Also = Only
