package k

class Q

class Holder {
    companion object {
        class Q
    }

    fun q(): Q? = null
}
