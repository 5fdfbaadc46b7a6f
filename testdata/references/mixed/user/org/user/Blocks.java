package org.user;

import java.util.function.Function;

//? org.user.Blocks.Part#hit()

/** A local type hides another one of its name, from its declaration to the end of the block. */
class Blocks {
    static class Part {
        void hit() {
        }

        static void sharp() { //? org.user.Blocks.Part#sharp()
        }
    }

    Part around(Part part) { //= org.user.Blocks.Part type exact | org.user.Blocks.Part type exact
        part.hit(); //= org.user.Blocks.Part#hit() call high
        new Part().hit(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact | org.user.Blocks.Part#hit() call high
        Part before = part; //= org.user.Blocks.Part type exact
        {
            Part.sharp(); //= org.user.Blocks.Part type exact | org.user.Blocks.Part#sharp() call exact
            class Part implements Comparable<Part> {
                Part next;

                void hit() {
                    before.hit(); //= org.user.Blocks.Part#hit() call high
                    next.hit();
                    new Part().hit();
                    Part.sharp();
                }

                static void sharp() {
                }

                public int compareTo(Part other) {
                    return 0;
                }
            }
            new Part().hit();
            Part.sharp();
            Runnable sharp = Part::sharp;
            Runnable made = Part::new;
            before.hit(); //= org.user.Blocks.Part#hit() call high
        }
        part.hit(); //= org.user.Blocks.Part#hit() call high
        Part after = new Part(); //= org.user.Blocks.Part type exact | org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact
        Part.sharp(); //= org.user.Blocks.Part type exact | org.user.Blocks.Part#sharp() call exact
        return after;
    }

    void inOtherBlocks(int number) {
        Function<Part, Integer> lambda = part -> { //= org.user.Blocks.Part type exact
            part.hit(); //= org.user.Blocks.Part#hit() call high
            record Part(int number) {
                void hit() {
                }
            }
            new Part(1).hit();
            made(Part::new).hit();
            return 1;
        };
        new Part().hit(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact | org.user.Blocks.Part#hit() call high
        switch (number) {
            case 1:
                new Part().hit(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact | org.user.Blocks.Part#hit() call high
                enum Part {
                    ONE {
                        void hit() {
                            Part.ONE.hit();
                        }
                    };

                    void hit() {
                    }
                }
                Part.ONE.hit();
                new Object() { //= java.lang.Object#<init>() new exact
                    void nested(Part part) {
                        part.hit();
                    }
                };
            case 2:
                new Part().hit(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact | org.user.Blocks.Part#hit() call high
                break;
            default:
        }
        new Part().hit(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact | org.user.Blocks.Part#hit() call high
    }

    static <T> T made(Function<Integer, T> maker) {
        return maker.apply(1);
    }

    void referred() {
        class Part {
            Part(Unknown unknown) {
            }

            static Blocks.Part outer(Integer number) { //= org.user.Blocks.Part type exact
                return new Blocks.Part(); //= org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact
            }
        }
        made(Part::outer).hit(); //= org.user.Blocks.Part#hit() call high
        Function<Unknown, Part> made = Part::new;
        Unknown.each(Part::new, Part::sharp);
        Unknown.each(Blocks.Part::new, Blocks.Part::sharp); //= org.user.Blocks.Part type exact | org.user.Blocks.Part#<init>() method_reference exact | org.user.Blocks.Part#sharp() method_reference exact
    }

    {
        interface Part {
            void hit();
        }
        Part part = null;
        part.hit();
    }

    Part kept = new Part(); //= org.user.Blocks.Part type exact | org.user.Blocks.Part new exact | org.user.Blocks.Part#<init>() new exact
}
