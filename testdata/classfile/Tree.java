package org.example.sealed;

/** Which subtypes of sealed types are open, and which are what they are without saying so. */
public abstract sealed class Tree permits Tree.Branch, Tree.Leaf, Tree.Knot, Twig {
    public non-sealed static class Branch extends Tree {}

    public static final class Leaf extends Tree implements Part {}

    public abstract static sealed class Knot extends Tree permits Knot.Hard {
        public static non-sealed abstract class Hard extends Knot implements Part {}
    }

    public sealed interface Part permits Leaf, Knot.Hard, Root, Kind, Seed {}

    public non-sealed interface Root extends Part {}

    public enum Kind implements Part { ONE }

    public record Seed(int count) implements Part {}

    public static class Thicker extends Branch implements Root {}
}

non-sealed class Twig extends Tree {}
