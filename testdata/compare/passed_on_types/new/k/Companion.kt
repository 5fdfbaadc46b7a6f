package k

class Q

class Holder {
    companion object

    fun q(): Q? = null
}
