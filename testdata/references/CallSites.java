import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Prints the call sites of a JAR: {@code java CallSites <jar> <output>}. Fields are separated by tabs:
 *
 * <pre>
 * M  class  name  descriptor  access                                      a method that is declared
 * T  class  supertypes                                                    a class, its supertypes separated by commas
 * S  class  source file                                                   where it comes from
 * C  class  method  access  line  owner  name  descriptor  place          a call in it
 * </pre>
 *
 * The line is one of the file that the class {@code place} comes from: where something was inlined, that is another class than the
 * one that holds the call, as the class file's source map (JSR 45) says.
 */
public final class CallSites {
    public static void main(String[] arguments) throws IOException {
        try (ZipFile jar = new ZipFile(arguments[0]);
                PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1]), StandardCharsets.UTF_8))) {
            for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        new ClassReader(in).accept(new Calls(out), ClassReader.SKIP_FRAMES);
                    }
                }
            }
        }
    }

    private static final class Calls extends ClassVisitor {
        private final PrintWriter out;
        private String name;
        private List<Lines> map = List.of();

        Calls(PrintWriter out) {
            super(Opcodes.ASM9);
            this.out = out;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            this.name = name;
            String supertypes = String.join(",", interfaces);
            out.println(String.join("\t", "T", name, parent == null ? supertypes : parent + "," + supertypes));
        }

        @Override
        public void visitSource(String source, String map) {
            out.println(String.join("\t", "S", name, source == null ? "" : source));
            this.map = map == null ? List.of() : Lines.of(map);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] thrown) {
            out.println(String.join("\t", "M", name, method, descriptor, "" + access));
            return new MethodVisitor(Opcodes.ASM9) {
                private int line;

                @Override
                public void visitLineNumber(int line, Label start) {
                    this.line = line;
                }

                @Override
                public void visitMethodInsn(int code, String owner, String called, String of, boolean isInterface) {
                    String place = name;
                    int there = line;
                    for (Lines lines : map) {
                        if (lines.holds(line)) {
                            place = lines.place;
                            there = lines.first + (line - lines.from) / lines.step;
                            break;
                        }
                    }
                    out.println(String.join("\t", "C", name, method, "" + access, "" + there, owner, called, of, place));
                }
            };
        }
    }

    /** Lines of a class file that stand for those of some source. */
    private record Lines(int from, int count, int step, String place, int first) {
        private static final Pattern LINES = Pattern.compile("(\\d+)(?:#(\\d+))?(?:,(\\d+))?:(\\d+)(?:,(\\d+))?");

        boolean holds(int line) {
            return line >= from && line < from + count * step;
        }

        /** What the stratum {@code Kotlin} of a source map says. */
        static List<Lines> of(String map) {
            Map<String, String> places = new HashMap<>();
            List<Lines> found = new ArrayList<>();
            String section = "";
            boolean isKotlin = false;
            String file = "";
            String[] all = map.split("\n");
            for (int at = 0; at < all.length; at++) {
                String line = all[at].strip();
                if (line.startsWith("*S ")) {
                    isKotlin = line.equals("*S Kotlin");
                } else if (line.startsWith("*")) {
                    section = line;
                } else if (isKotlin && section.equals("*F") && line.startsWith("+ ")) {
                    places.put(line.split(" ")[1], all[++at].strip());
                } else if (isKotlin && section.equals("*L")) {
                    Matcher matcher = LINES.matcher(line);
                    if (matcher.matches()) {
                        file = matcher.group(2) == null ? file : matcher.group(2);
                        int count = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
                        int step = matcher.group(5) == null ? 1 : Math.max(1, Integer.parseInt(matcher.group(5)));
                        int from = Integer.parseInt(matcher.group(4));
                        found.add(new Lines(from, count, step, places.getOrDefault(file, ""), Integer.parseInt(matcher.group(1))));
                    }
                }
            }
            return found;
        }
    }
}
