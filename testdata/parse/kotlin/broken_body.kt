package zoo

class A {
    fun broken() { val = ; ) }
    fun after() {}
}
