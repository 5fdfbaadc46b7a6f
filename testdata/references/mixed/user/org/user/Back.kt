package org.user

class Back : Turns {
    override fun turn(by: Int, text: String) {} //= org.user.Turns#turn(int, String) override exact
    override fun boxed(by: Int?) {} //= org.user.Turns#boxed(Integer) override exact
    override fun both(by: Int) {} //= org.user.Turns#both(int) override exact
    override fun both(by: Int?) {} //= org.user.Turns#both(Integer) override exact
    override fun all(of: List<String>) {} //= org.user.Turns#all(List) override exact
    override fun many(of: Array<String>, bytes: ByteArray) {} //= org.user.Turns#many(String[], byte[]) override exact
}
