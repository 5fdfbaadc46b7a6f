import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Prints what the class files of a JAR say they hold. Arguments in pairs: a JAR, and the file to write.
 *
 * <p>One line a fact, its parts between tabs, the first one a letter: {@code C} a class, and after it what belongs to
 * it: {@code M} a method, {@code F} a field, {@code R} a record component, and the lines of {@link KotlinTruth}. Nothing is
 * left out or judged here, save what versions of the JVM overlay and the descriptors of packages and modules.
 */
public final class Truth {
    private final PrintWriter out;
    private final Map<String, kotlin.Metadata> metadata = new HashMap<>();

    private Truth(PrintWriter out) {
        this.out = out;
    }

    public static void main(String[] pairs) throws IOException {
        for (int at = 0; at < pairs.length; at += 2) {
            try (BufferedWriter file = Files.newBufferedWriter(Path.of(pairs[at + 1]), StandardCharsets.UTF_8);
                    PrintWriter out = new PrintWriter(file)) {
                new Truth(out).jar(pairs[at]);
            }
        }
    }

    private void jar(String jar) throws IOException {
        List<ClassReader> readers = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName();
                boolean own = name.endsWith(".class") && !name.startsWith("META-INF/");
                if (own && !name.endsWith("package-info.class") && !name.endsWith("module-info.class")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        readers.add(new ClassReader(in.readAllBytes()));
                    }
                }
            }
        }
        KotlinTruth kotlin = new KotlinTruth(out);
        for (ClassReader reader : readers) {
            MetadataReader found = new MetadataReader();
            reader.accept(found, ClassReader.SKIP_CODE);
            if (found.isKotlin()) {
                kotlin.add(reader.getClassName(), found.metadata());
            }
        }
        for (ClassReader reader : readers) {
            reader.accept(new Printer(), 0);
            kotlin.print(reader.getClassName());
        }
    }

    private void line(Object... parts) {
        StringBuilder line = new StringBuilder();
        for (Object part : parts) {
            if (line.length() > 0) {
                line.append('\t');
            }
            line.append(part == null ? "" : part);
        }
        out.println(line);
    }

    /** {@code 3-5,8}: the lines in order, neighbours joined. */
    private static String ranges(TreeSet<Integer> lines) {
        StringBuilder text = new StringBuilder();
        int start = -1;
        int last = -1;
        for (int line : lines) {
            if (start >= 0 && line == last + 1) {
                last = line;
                continue;
            }
            range(text, start, last);
            start = line;
            last = line;
        }
        range(text, start, last);
        return text.toString();
    }

    private static void range(StringBuilder text, int start, int last) {
        if (start < 0) {
            return;
        }
        text.append(text.length() > 0 ? "," : "").append(start);
        if (last > start) {
            text.append('-').append(last);
        }
    }

    /**
     * How many lines of the line tables are the file's own: what the Kotlin compiler inlines from elsewhere is numbered
     * after them, and a map in the class file says from where on. 0: all are.
     */
    private static int ownLines(String sourceMap) {
        if (sourceMap == null || !sourceMap.startsWith("SMAP")) {
            return 0;
        }
        int at = sourceMap.indexOf("*L\n");
        if (at < 0) {
            return 0;
        }
        // 1#1,300:1 - line 1 of file 1, 300 lines, are the lines from 1 on.
        String first = sourceMap.substring(at + 3).split("\n", 2)[0];
        int comma = first.indexOf(',');
        int colon = first.indexOf(':');
        return first.startsWith("1#1,") && colon > comma ? Integer.parseInt(first.substring(comma + 1, colon)) : 0;
    }

    private final class Printer extends ClassVisitor {
        private String name;
        private int access;
        private String superName;
        private String interfaces;
        private String signature;
        private String source;
        private int ownLines;
        private boolean enclosed;
        private String outer = "";
        private String inner = "";
        private String innerAccess = "";
        private final List<Object[]> members = new ArrayList<>();

        Printer() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            this.name = name;
            this.access = access;
            this.superName = superName;
            this.interfaces = String.join(",", interfaces);
            this.signature = signature;
        }

        @Override
        public void visitSource(String source, String sourceMap) {
            this.source = source;
            ownLines = ownLines(sourceMap);
        }

        @Override
        public void visitOuterClass(String owner, String method, String descriptor) {
            enclosed = true;
        }

        @Override
        public void visitInnerClass(String name, String outerName, String innerName, int access) {
            if (name.equals(this.name)) {
                outer = outerName == null ? "" : outerName;
                inner = innerName == null ? "" : innerName;
                innerAccess = Integer.toString(access);
                enclosed |= outerName == null || innerName == null;
            }
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
            members.add(new Object[] {"R", name, descriptor, signature});
            return null;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            members.add(new Object[] {"F", name, descriptor, access, signature});
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
            TreeSet<Integer> lines = new TreeSet<>();
            Object[] member = {"M", name, descriptor, access, signature, ""};
            members.add(member);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitLineNumber(int line, Label start) {
                    if (line > 0 && (ownLines == 0 || line <= ownLines)) {
                        lines.add(line);
                    }
                }

                @Override
                public void visitEnd() {
                    member[5] = ranges(lines);
                }
            };
        }

        @Override
        public void visitEnd() {
            line("C", name, access, innerAccess, outer, inner, enclosed ? 1 : 0, superName, interfaces, source, signature);
            for (Object[] member : members) {
                line(member);
            }
        }
    }

    /** Finds {@code kotlin.Metadata}. */
    private static final class MetadataReader extends ClassVisitor {
        private final Map<String, Object> values = new HashMap<>();

        MetadataReader() {
            super(Opcodes.ASM9);
        }

        boolean isKotlin() {
            return values.containsKey("mv");
        }

        kotlin.Metadata metadata() {
            return kotlin.metadata.jvm.JvmMetadataUtil.Metadata(
                    (Integer) values.getOrDefault("k", 1),
                    (int[]) values.get("mv"),
                    strings("d1"),
                    strings("d2"),
                    (String) values.getOrDefault("xs", ""),
                    (String) values.getOrDefault("pn", ""),
                    (Integer) values.getOrDefault("xi", 0));
        }

        private String[] strings(String name) {
            return values.get(name) instanceof List<?> list ? list.toArray(new String[0]) : new String[0];
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return descriptor.equals("Lkotlin/Metadata;") ? values() : null;
        }

        private AnnotationVisitor values() {
            return new AnnotationVisitor(Opcodes.ASM9) {
                @Override
                public void visit(String name, Object value) {
                    values.put(name, value);
                }

                @Override
                public AnnotationVisitor visitArray(String name) {
                    List<Object> list = new ArrayList<>();
                    values.put(name, list);
                    return new AnnotationVisitor(Opcodes.ASM9) {
                        @Override
                        public void visit(String ignored, Object value) {
                            list.add(value);
                        }
                    };
                }
            };
        }
    }
}
