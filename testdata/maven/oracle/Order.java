import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * What Maven itself says of pairs of versions: one a line on standard input, separated by a tab, one sign a line on
 * standard output. The argument says which order: `comparable` (maven-artifact), `generic` (maven-resolver-util); with
 * `range` the first of each pair is a range of the resolver, and the sign says whether the second is in it.
 */
public class Order {
    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Oracle oracle = switch (args[0]) {
            case "comparable" -> comparable();
            case "generic" -> generic();
            default -> range();
        };
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] pair = line.split("\t", -1);
            out.println(oracle.of(pair[0], pair[1]));
        }
        out.flush();
    }

    interface Oracle {
        String of(String one, String other) throws Exception;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static String sign(Object one, Object other) {
        int order = ((Comparable) one).compareTo(other);
        return order < 0 ? "<" : order > 0 ? ">" : "==";
    }

    // By reflection, so that one program compiles whichever of the two JARs is there.
    static Oracle comparable() throws Exception {
        var make = Class.forName("org.apache.maven.artifact.versioning.ComparableVersion").getConstructor(String.class);
        return (one, other) -> sign(make.newInstance(one), make.newInstance(other));
    }

    static Oracle generic() throws Exception {
        Object scheme = Class.forName("org.eclipse.aether.util.version.GenericVersionScheme").getConstructor().newInstance();
        Method parse = Class.forName("org.eclipse.aether.version.VersionScheme").getMethod("parseVersion", String.class);
        return (one, other) -> sign(parse.invoke(scheme, one), parse.invoke(scheme, other));
    }

    static Oracle range() throws Exception {
        Object scheme = Class.forName("org.eclipse.aether.util.version.GenericVersionScheme").getConstructor().newInstance();
        Class<?> type = Class.forName("org.eclipse.aether.version.VersionScheme");
        Method version = type.getMethod("parseVersion", String.class);
        Method constraint = type.getMethod("parseVersionConstraint", String.class);
        Method contains = Class.forName("org.eclipse.aether.version.VersionConstraint")
            .getMethod("containsVersion", Class.forName("org.eclipse.aether.version.Version"));
        return (range, one) -> {
            try {
                return String.valueOf(contains.invoke(constraint.invoke(scheme, range), version.invoke(scheme, one)));
            } catch (java.lang.reflect.InvocationTargetException refused) {
                return "refused";
            }
        };
    }
}
