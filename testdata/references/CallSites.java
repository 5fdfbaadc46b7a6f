import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
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
 * C  class  method  access  line  owner  name  descriptor                 a call in it
 * </pre>
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
                    out.println(String.join("\t", "C", name, method, "" + access, "" + line, owner, called, of));
                }
            };
        }
    }
}
