package org.user;

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
}
