package org.user;

import java.util.ArrayList;
import java.util.List;

/** Builders whose methods give what the variable for their own type stands for, where nobody says what that is. */
class Chains {
    abstract static class Base<B extends Base<B>> {
        B name(String name) {
            return null;
        }
    }

    static class Own<B extends Own<B>> extends Base<B> {
        B size(int size) {
            return null;
        }

        List<B> parts() {
            return null;
        }

        Chains build() {
            return null;
        }
    }

    static class Two<T, B extends Two<T, B>> extends Base<B> {
        T last() {
            return null;
        }
    }

    void any(Own<?> own, Object object, List<? extends Own<?>> all) {
        own.build(); //= org.user.Chains.Own#build() call high
        own.name("").build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high
        own.size(1).name("").build(); //= org.user.Chains.Base#name(String) call high | org.user.Chains.Own#build() call high | org.user.Chains.Own#size(int) call high
        own.name("").size(1).name("").name("").build(); //= org.user.Chains.Own#size(int) call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#build() call high
        ((Own<?>) object).size(1).name("").build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        all.get(0).size(1).name("").build(); //= org.user.Chains.Own#build() call high | java.util.List#get(int) call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        for (var one : own.parts()) one.name("").size(1).build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#parts() call high | org.user.Chains.Own#size(int) call high
        own.parts().get(0).name("").parts().get(0).size(1); //= org.user.Chains.Own#parts() call high | org.user.Chains.Own#size(int) call high | java.util.List#get(int) call high | org.user.Chains.Base#name(String) call high
    }

    void partly(Two<Chains, ?> two) {
        two.name("").name("").last().any(null, null, null); //= org.user.Chains.Two#last() call high | org.user.Chains#any call high | org.user.Chains.Base#name(String) call high
    }

    static <B extends Own<B>> B made() {
        return null;
    }

    static <C extends B, B extends Own<B>> C below() {
        return null;
    }

    static <T, B extends Two<T, B>> B two(T one) {
        return null;
    }

    static <B extends Own<B> & Runnable> B both() {
        return null;
    }

    static <B extends Own<B>> List<B> several() {
        return null;
    }

    static <B extends Own<B>, X extends List<B>> B first(X all) {
        return null;
    }

    /** What nothing tells is what it is bound to. */
    void untold(List<Least> least) {
        made().build(); //= org.user.Chains.Own#build() call high
        made().name("").size(1).name("").build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        below().name("").size(1).name("").build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        both().name("").size(1).name("").build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        both().run(); //= java.lang.Runnable#run() call high
        several().get(0).name("").size(1).name("").build(); //= org.user.Chains.Own#build() call high | java.util.List#get(int) call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        var one = made();
        one.name("").size(1).build(); //= org.user.Chains.Own#build() call high | org.user.Chains.Base#name(String) call high | org.user.Chains.Own#size(int) call high
        two(this).name("").name("").last().untold(null); //= org.user.Chains.Two#last() call high | org.user.Chains#untold call high | org.user.Chains.Base#name(String) call high
    }

    abstract static class Least extends Own<Least> {
        abstract void least();
    }

    /** What an argument tells by a bound is not passed over. */
    void told(List<Least> least) {
        first(least).least(); //= org.user.Chains.Least#least() call medium
    }

    static class Held<V> {
        Held<V> with(V one) {
            return this;
        }

        Held<V> more() {
            return this;
        }

        void end() {}
    }

    /** What an argument is made for does not make each further step find all those before it again. */
    void expecting(Held<List<String>> held) {
        held.with(new ArrayList<>())
                .more().more().more().more().more().more().more().more().more().more().more().more().more().more()
                .with(new ArrayList<>())
                .more().more().more().more().more().more().more().more().more().more().more().more().more().more()
                .end(); //= org.user.Chains.Held#end() call high
    }
}
