import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.io.PrintStream;
import java.util.Scanner;

/** Reads names of classes, and prints of each which type declares the methods with a body that it inherits. */
public class Inherited {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Scanner names = new Scanner(System.in, StandardCharsets.UTF_8);
        while (names.hasNextLine()) {
            String name = names.nextLine();
            try {
                Class<?> type = Class.forName(name, false, Inherited.class.getClassLoader());
                for (Method method : type.getMethods()) {
                    boolean isOwn = method.getDeclaringClass() == type;
                    // Of static methods reflection also tells what the language hides, where the result is another type.
                    boolean isLeftOut = Modifier.isAbstract(method.getModifiers()) || Modifier.isStatic(method.getModifiers());
                    if (isOwn || method.isSynthetic() || isLeftOut) {
                        continue;
                    }
                    String declared = method.getDeclaringClass().getName();
                    out.println(name + "\t" + method.getName() + "\t" + method.getParameterCount() + "\t" + declared);
                }
            } catch (LinkageError | ClassNotFoundException missing) {
                // What it needs is not on the class path.
            }
        }
    }
}
