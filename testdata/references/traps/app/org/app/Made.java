package org.app;

import java.util.List;

//? org.app.Made.Plain#<init>()
//? org.app.Made.Pair#<init>(Plain, List)
//? org.app.Made.Pair#left()
//? org.app.Made.Pair#right()
//? org.app.Made.Weight#<init>(int)
//? org.app.Made.Weight#<init>(String)
//? org.app.Made.Length#<init>(int)
//? org.app.Made.Side#values()
//? org.app.Made.Side#valueOf(String)
//? org.app.Made.Mark#value()

/** What nobody wrote and the language makes. */
@Made.Mark("type") //= org.app.Made.Mark#value() call high
class Made {
    @interface Mark {
        String value();

        int rank() default 0;
    }

    static class Plain {
    }

    static class Written {
        Written() {
        }
    }

    enum Side {
        ONE, TWO;

        Side other() {
            return values()[1 - ordinal()]; //= org.app.Made.Side#values() call high
        }
    }

    record Pair(Plain left, List<Side> right) {
        Pair(Plain left) {
            this(left, List.of(Side.values())); //= org.app.Made.Pair#<init>(Plain, List) call exact | org.app.Made.Side#values() call exact
        }

        public List<Side> right() {
            return right; //= org.app.Made.Pair#right read high
        }
    }

    record Weight(int grams) {
        Weight(String text) {
            this(1); //= org.app.Made.Weight#<init>(int) call exact
        }
    }

    record Length(int metres) {
        Length {
            metres = Math.abs(metres);
        }

        int doubled() {
            return metres + this.metres; //= org.app.Made.Length#metres read high | org.app.Made.Length#metres read high
        }

        Length(String text) {
            this(1); //= org.app.Made.Length#<init>(int) call exact
        }
    }

    static Plain[] all(java.util.stream.Stream<Plain> plains) {
        return plains.toArray(Plain[]::new);
    }

    static Object both() {
        new Weight(1); //= org.app.Made.Weight#<init>(int) new exact
        return new Weight("1"); //= org.app.Made.Weight#<init>(String) new exact
    }

    @Mark(value = "method", rank = 1) //= org.app.Made.Mark#value() call high
    static Side use(Pair pair) {
        pair.right(); //= org.app.Made.Pair#right() call high
        new Written();
        Plain plain = new Plain() { }; //= org.app.Made.Plain#<init>() new exact
        new Pair(new Plain(), null).left().hashCode(); //= org.app.Made.Pair#<init>(Plain, List) new exact | org.app.Made.Plain#<init>() new exact | org.app.Made.Pair#left() call high
        return Side.valueOf("ONE"); //= org.app.Made.Side#valueOf(String) call exact
    }
}
