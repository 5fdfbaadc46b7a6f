package org.user;

import java.util.ArrayList;
import org.lib.Given;
import org.lib.Only;
import org.lib.Top;

interface Gets<T> {
    int get(T of);
}

class User {
    void takes(long a) {} //? org.user.User#takes(long)

    void all(Given given, int number, Integer boxed) {
        given.number(number); //= org.lib.Given#number(Int) call high
        given.number(boxed); //= org.lib.Given#number(Int) call high
        given.wide(1); //= org.lib.Given#wide(Long) call high
        given.maybe(null); //= org.lib.Given#maybe(Int) call high
        given.flag(true); //= org.lib.Given#flag(Boolean) call high
        given.text("a"); //= org.lib.Given#text(CharSequence) call high
        given.any(given); //= org.lib.Given#any(Any) call high
        given.list(new ArrayList<String>()); //= org.lib.Given#list(List) call high
        given.growing(new ArrayList<String>()); //= org.lib.Given#growing(MutableList) call high
        given.bytes(new byte[1]); //= org.lib.Given#bytes(ByteArray) call high
        given.texts(new String[1]); //= org.lib.Given#texts(Array) call high
        given.many(1, 2); //= org.lib.Given#many(Int...) call high
        given.later(text -> null); //= org.lib.Given#later((String) -> Unit) call high
        takes(given.gives()); //= org.user.User#takes(long) call high | org.lib.Given#gives() call high
        given.some(1); //= org.lib.Given#some(Int, Int, String) call high
        given.some(1, 2); //= org.lib.Given#some(Int, Int, String) call high
        given.number(given.code()); //= org.lib.Given#number(Int) call high | org.lib.Given#code read high
        given.setSize(given.getSize()); //= org.lib.Given#size write high | org.lib.Given#size read high
        given.flag(given.isOpen()); //= org.lib.Given#flag(Boolean) call high | org.lib.Given#isOpen read high
        given.number(given.plain); //= org.lib.Given#number(Int) call high | org.lib.Given#plain read high
        given.text(given.getName()); //= org.lib.Given#text(CharSequence) call high | org.lib.Given#name read high
        given.number(Given.LIMIT); //= org.lib.Given#number(Int) call high | org.lib.Given.Companion#LIMIT read high
        Given.of("a"); //= org.lib.Given.Companion#of(String) call exact
        Given.get("a"); //= org.lib.Given.Companion#toGiven() call exact
        Only.INSTANCE.run(); //= org.lib.Only#run() call high
        given.number(Only.INSTANCE.getValue()); //= org.lib.Given#number(Int) call high | org.lib.Only#value read high
        given.number(Top.getTop()); //= org.lib.Given#number(Int) call high | org.lib.Top#top read exact
        new org.lib.Defaulted(); //= org.lib.Defaulted#<init>(Int, Int) new exact
        Top.wait("a", null); //= org.lib.Top#wait(String) call exact
        Gets<Given> gets = Given::getSize; //= org.lib.Given#size read high
        Top.shout("a"); //= org.lib.Top#shout() call exact
    }
}
