package org.user;

import java.util.List;

//? org.user.Locals.Part#hit()

/** What the type variables of local classes stand for. */
class Locals {
    static class Part {
        void hit() {
        }
    }

    interface Base<T> {
        T go(T from);
    }

    void kept() {
        class Kept<M> {
            M field;

            M get() {
                return field;
            }

            Kept<M> same() {
                return this;
            }

            List<M> all(M first) {
                return null;
            }

            void hit() {
            }
        }
        new Kept<Part>().field.hit(); //= org.user.Locals.Part#hit() call high | org.user.Locals.Part type exact
        new Kept<Part>().get().hit(); //= org.user.Locals.Part#hit() call high | org.user.Locals.Part type exact
        Kept<Part> kept = new Kept<>(); //= org.user.Locals.Part type exact
        kept.same().get().hit(); //= org.user.Locals.Part#hit() call high
        kept.all(null).get(0).hit(); //= java.util.List#get(int) call high | org.user.Locals.Part#hit() call high
        kept.hit();
        Kept<? extends Part> read = kept; //= org.user.Locals.Part type exact
        read.get().hit(); //= org.user.Locals.Part#hit() call high
        Kept<Kept<Part>> twice = null; //= org.user.Locals.Part type exact
        twice.get().hit();
        twice.get().get().hit(); //= org.user.Locals.Part#hit() call high
        class Heir extends Kept<Part> { //= org.user.Locals.Part type exact
        }
        new Heir().get().hit(); //= org.user.Locals.Part#hit() call high
        new Kept<Part>() { //= org.user.Locals.Part type exact
            void own() {
                get().hit(); //= org.user.Locals.Part#hit() call high
            }
        };
        for (Part part : new Kept<Part>().all(null)) { //= org.user.Locals.Part type exact | org.user.Locals.Part type exact
            part.hit(); //= org.user.Locals.Part#hit() call high
        }
    }

    void overriding() {
        class Over<M> implements Base<M> {
            public M go(M from) { //= org.user.Locals.Base#go(T) override exact
                return from;
            }
        }
        new Over<String>() {
            public String go(String from) { //= org.user.Locals.Base#go(T) override exact
                return from;
            }

            public Integer go(Integer from) {
                return from;
            }
        };
        class Numbers extends Over<Integer> {
            public Integer go(Integer from) { //= org.user.Locals.Base#go(T) override exact
                return from;
            }
        }
        class Again<K> extends Over<K> {
            public K go(K from) { //= org.user.Locals.Base#go(T) override exact
                return from;
            }
        }
        new Again<Part>().go(null).hit(); //= org.user.Locals.Part#hit() call high | org.user.Locals.Part type exact
        Base<Part> base = new Again<Part>(); //= org.user.Locals.Part type exact | org.user.Locals.Part type exact
        base.go(null).hit(); //= org.user.Locals.Base#go(T) call high | org.user.Locals.Part#hit() call high
    }
}
