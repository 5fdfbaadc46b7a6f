import com.sun.source.util.JavacTask;
import com.sun.tools.javac.api.JavacTool;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Kinds;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Symbol.VarSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.tree.EndPosTable;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.*;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.ElementKind;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Prints what javac thinks every name in a source tree refers to.
 *
 * <p>{@code java --add-exports … Oracle <sources> <class path> <encoding> <output>}: the class path holds the library's
 * dependencies. One line a reference, fields separated by tabs:
 *
 * <pre>
 * U  file  reason                                              a file that javac could not attribute: none of its lines follow
 * F  file                                                      a file that it could
 * D  symbol  written                                           a declaration of the library that others can name
 * R  file  line  column  kind  origin  symbol  written  flags  a reference
 * </pre>
 *
 * Line and column (both from 1, columns in UTF-16 units) are those of the name token; {@code new} and {@code this(…)} are the
 * tokens of a constructor. {@code symbol} has erased simple parameter types, {@code written} has type variables by their
 * names. {@code origin} is {@code library}, {@code jdk}, or the file name of the JAR. Flags: {@code implicit} is a declaration that
 * no source has and that nothing can ask for; {@code enum} is a constant that calls its constructor.
 *
 * <p>What stands in an annotated tree without standing in the text (inferred types, constructors that are called without
 * being named) is left out: a row is printed only where its name is at its place.
 */
public final class Oracle {
    private final Types types;
    private final Set<ClassSymbol> own = new HashSet<>();
    private final Map<JavaFileObject, String> names;
    private final PrintWriter out;

    private Oracle(Types types, Map<JavaFileObject, String> names, PrintWriter out) {
        this.types = types;
        this.names = names;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        Path unfinished = Path.of(arguments[3]);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8))) {
            run(root, arguments[1], Charset.forName(arguments[2]), out);
        }
    }

    private static void run(Path root, String classPath, Charset encoding, PrintWriter out) throws IOException {
        JavacTool tool = (JavacTool) ToolProvider.getSystemJavaCompiler();
        TreeMap<String, String> failed = new TreeMap<>();
        Map<JavaFileObject, String> names = new HashMap<>();
        DiagnosticListener<JavaFileObject> listener = found -> {
            if (found.getKind() == Diagnostic.Kind.ERROR && found.getSource() != null) {
                String name = names.getOrDefault(found.getSource(), found.getSource().getName());
                failed.putIfAbsent(name, found.getLineNumber() + ": " + found.getMessage(null));
            }
        };
        StandardJavaFileManager files = tool.getStandardFileManager(listener, null, encoding);
        List<Path> jars = new ArrayList<>();
        for (String jar : classPath.split(java.io.File.pathSeparator)) {
            if (!jar.isEmpty()) {
                jars.add(Path.of(jar));
            }
        }
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, jars);
        files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
        List<Path> texts;
        try (var walk = Files.walk(root)) {
            texts = walk.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.getFileName().toString().equals("module-info.java"))
                    .filter(path -> !root.relativize(path).startsWith("META-INF"))
                    .sorted().toList();
        }
        List<JavaFileObject> units = new ArrayList<>();
        for (JavaFileObject unit : files.getJavaFileObjectsFromPaths(texts)) {
            Path path = files.asPath(unit);
            names.put(unit, root.relativize(path).toString().replace('\\', '/'));
            units.add(unit);
        }
        // Errors in one file must not keep the others from being attributed.
        List<String> options = List.of("-proc:none", "-implicit:none", "-nowarn", "-Xmaxerrs", "1000000",
                "-XDshould-stop.ifError=FLOW", "-XDshould-stop.ifNoError=FLOW");
        JavacTask task = (JavacTask) tool.getTask(null, files, listener, options, null, units);
        List<JCCompilationUnit> trees = new ArrayList<>();
        for (var tree : task.parse()) {
            trees.add((JCCompilationUnit) tree);
        }
        task.analyze();
        Oracle oracle = new Oracle(Types.instance(((BasicJavacTask) task).getContext()), names, out);
        for (JCCompilationUnit tree : trees) {
            for (JCTree declared : tree.defs) {
                if (declared instanceof JCClassDecl type && type.sym != null) {
                    oracle.own.add(type.sym);
                }
            }
        }
        for (var entry : failed.entrySet()) {
            out.println(String.join("\t", "U", entry.getKey(), entry.getValue().lines().findFirst().orElse("")));
        }
        for (JCCompilationUnit tree : trees) {
            String name = names.get(tree.sourcefile);
            if (!failed.containsKey(name)) {
                out.println("F\t" + name);
                oracle.new Uses(tree, name).print();
            }
        }
    }

    /** Where a declaration lies; null where nothing can name it: in a method, in an anonymous class. */
    private String origin(Symbol symbol) {
        for (Symbol at = symbol; at.kind != Kinds.Kind.PCK; at = at.owner) {
            if (at.kind == Kinds.Kind.TYP && at.name.isEmpty() || at.kind == Kinds.Kind.ERR || at.owner == null) {
                return null;
            }
            if (at != symbol && at.kind != Kinds.Kind.TYP) {
                return null;
            }
        }
        ClassSymbol outermost = symbol.outermostClass();
        if (outermost == null) {
            return null;
        }
        if (own.contains(outermost)) {
            return "library";
        }
        if (!outermost.packge().modle.isUnnamed()) {
            return "jdk";
        }
        if (outermost.classfile == null) {
            return null;
        }
        String jar = outermost.classfile.toUri().toString();
        int end = jar.indexOf("!/");
        return end < 0 ? null : jar.substring(jar.lastIndexOf('/', end) + 1, end);
    }

    private String shown(Symbol symbol, boolean isErased) {
        if (symbol instanceof ClassSymbol type) {
            return type.getQualifiedName().toString();
        }
        String owner = symbol.owner.getQualifiedName().toString();
        if (!(symbol instanceof MethodSymbol method)) {
            return owner + "#" + symbol.name;
        }
        List<Type> parameters = isErased ? types.erasure(method.type).getParameterTypes() : method.type.getParameterTypes();
        StringBuilder text = new StringBuilder(owner).append('#').append(method.name).append('(');
        for (int at = 0; at < parameters.size(); at++) {
            Type type = parameters.get(at);
            boolean isSeveral = method.isVarArgs() && at + 1 == parameters.size();
            text.append(at == 0 ? "" : ", ").append(simple(isSeveral ? types.elemtype(type) : type));
            text.append(isSeveral ? "..." : "");
        }
        return text.append(')').toString();
    }

    private String simple(Type type) {
        if (type.hasTag(TypeTag.ARRAY)) {
            return simple(types.elemtype(type)) + "[]";
        }
        return type.tsym.name.toString();
    }

    /** The references of one file. */
    private final class Uses extends TreeScanner {
        private final JCCompilationUnit unit;
        private final String file;
        private final EndPosTable ends;
        private final CharSequence text;
        private final LinkedHashSet<String> rows = new LinkedHashSet<>();

        Uses(JCCompilationUnit unit, String file) throws IOException {
            this.unit = unit;
            this.file = file;
            this.ends = unit.endPositions;
            this.text = unit.sourcefile.getCharContent(true);
        }

        void print() {
            scan(unit);
            rows.forEach(out::println);
        }

        private void declared(JCTree tree, Symbol symbol, String name) {
            boolean isMade = symbol == null || (symbol.flags() & (Flags.GENERATEDCONSTR | Flags.GENERATED_MEMBER)) != 0;
            if (!isMade && isAt(TreeInfo.diagnosticPositionFor(symbol, tree).getPreferredPosition(), name)
                    && (symbol.kind == Kinds.Kind.TYP || symbol.owner.kind == Kinds.Kind.TYP) && origin(symbol) != null) {
                rows.add(String.join("\t", "D", shown(symbol, true), shown(symbol, false)));
            }
        }

        private void row(int at, String token, String kind, Symbol symbol, String flags) {
            if (symbol == null || at < 0 || !isAt(at, token)) {
                return;
            }
            symbol = symbol.baseSymbol();
            boolean isMember = symbol.kind == Kinds.Kind.MTH || symbol.kind == Kinds.Kind.VAR;
            if (!isMember && !(symbol instanceof ClassSymbol) || isMember && symbol.owner.kind != Kinds.Kind.TYP) {
                return;
            }
            String origin = origin(symbol);
            if (origin == null) {
                return;
            }
            boolean isMade = (symbol.flags() & (Flags.GENERATED_MEMBER | Flags.SYNTHETIC)) != 0
                    || symbol.kind == Kinds.Kind.MTH && (symbol.flags() & Flags.MANDATED) != 0
                    || (symbol.flags() & Flags.SIGNATURE_POLYMORPHIC) != 0;
            if (isMade && !isOfEnum(symbol) && !isOfRecord(symbol)) {
                flags = flags.isEmpty() ? "implicit" : flags + ",implicit";
            }
            rows.add(String.join("\t", "R", file, "" + unit.lineMap.getLineNumber(at), "" + column(at), kind, origin,
                    shown(symbol, true), shown(symbol, false), flags));
        }

        /** Whether it is one of the two methods that every enum has without writing them. */
        private boolean isOfEnum(Symbol symbol) {
            if (symbol.kind != Kinds.Kind.MTH || (symbol.owner.flags() & Flags.ENUM) == 0) {
                return false;
            }
            int parameters = symbol.type.getParameterTypes().size();
            return symbol.name.contentEquals("values") && parameters == 0
                    || symbol.name.contentEquals("valueOf") && parameters == 1;
        }

        /** Whether it is a component of a record, or what gives one, or takes them all. */
        private boolean isOfRecord(Symbol symbol) {
            if (!(symbol.owner instanceof ClassSymbol owner) || (owner.flags() & Flags.RECORD) == 0) {
                return false;
            }
            return symbol.kind == Kinds.Kind.VAR || symbol.isConstructor()
                    || symbol.type.getParameterTypes().isEmpty()
                            && owner.getRecordComponents().stream().anyMatch(one -> one.name == symbol.name);
        }

        private boolean isAt(int at, String token) {
            int end = at + token.length();
            return end <= text.length() && token.contentEquals(text.subSequence(at, end))
                    && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)))
                    && (at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)));
        }

        private long column(int at) {
            return at - unit.lineMap.getStartPosition(unit.lineMap.getLineNumber(at)) + 1;
        }

        /** Where the last name of an expression begins. */
        private int place(JCTree tree, String name) {
            if (tree instanceof JCIdent) {
                return tree.pos;
            }
            int end = ends.getEndPos(tree);
            return end < 0 ? -1 : end - name.length();
        }

        private void name(JCTree tree, String kind) {
            Symbol symbol = TreeInfo.symbol(tree);
            String name = TreeInfo.name(tree).toString();
            if (symbol != null && !name.equals("class") && !(symbol instanceof VarSymbol && isSelf(name))) {
                row(place(tree, name), name, kind, symbol, "");
            }
        }

        private boolean isSelf(String name) {
            return name.equals("this") || name.equals("super");
        }

        /** The kind of a name in an expression. */
        private String kind(Symbol symbol) {
            return switch (symbol.kind) {
                case MTH -> "call";
                case VAR -> "read";
                default -> "type";
            };
        }

        /** A type as written, whose outermost name is of this kind. */
        private void type(JCTree tree, String kind) {
            if (tree instanceof JCTypeApply applied) {
                type(applied.clazz, kind);
                scan(applied.arguments);
            } else if (tree instanceof JCAnnotatedType annotated) {
                scan(annotated.annotations);
                type(annotated.underlyingType, kind);
            } else if (tree instanceof JCFieldAccess select) {
                name(select, kind);
                scan(select.selected);
            } else if (tree instanceof JCIdent) {
                name(tree, kind);
            } else {
                scan(tree);
            }
        }

        @Override
        public void visitImport(JCImport tree) {
            JCFieldAccess path = (JCFieldAccess) tree.qualid;
            String last = path.name.toString();
            if (tree.staticImport && !last.equals("*") && TreeInfo.symbol(path.selected) instanceof ClassSymbol owner) {
                int at = place(path, last);
                for (Type type : types.closure(owner.type)) {
                    for (Symbol member : type.tsym.members().getSymbolsByName(path.name)) {
                        if (member.isStatic()) {
                            row(at, last, "import", member, "");
                        }
                    }
                }
            } else if (!last.equals("*")) {
                name(path, "import");
            }
            for (JCTree at = path.selected; TreeInfo.symbol(at) instanceof ClassSymbol; at = ((JCFieldAccess) at).selected) {
                name(at, "import");
                if (!(at instanceof JCFieldAccess)) {
                    break;
                }
            }
        }

        @Override
        public void visitClassDef(JCClassDecl tree) {
            declared(tree, tree.sym, tree.name.toString());
            scan(tree.mods);
            scan(tree.typarams);
            type(tree.extending, "extends");
            tree.implementing.forEach(type -> type(type, "extends"));
            scan(tree.permitting);
            scan(tree.defs);
        }

        @Override
        public void visitMethodDef(JCMethodDecl tree) {
            if (tree.sym == null || (tree.sym.flags() & (Flags.GENERATEDCONSTR | Flags.GENERATED_MEMBER)) != 0) {
                return;
            }
            declared(tree, tree.sym, (tree.sym.isConstructor() ? tree.sym.owner : tree.sym).name.toString());
            overrides(tree);
            super.visitMethodDef(tree);
        }

        private void overrides(JCMethodDecl tree) {
            if (tree.sym.isConstructor() || tree.sym.isStatic()) {
                return;
            }
            ClassSymbol owner = tree.sym.enclClass();
            for (Type type : types.closure(owner.type)) {
                if (type.tsym == owner) {
                    continue;
                }
                for (Symbol other : type.tsym.members().getSymbolsByName(tree.name)) {
                    boolean isMethod = other.kind == Kinds.Kind.MTH && !other.isStatic()
                            && (other.flags() & Flags.SYNTHETIC) == 0;
                    if (isMethod && tree.sym.overrides(other, owner, types, false)) {
                        row(tree.pos, tree.name.toString(), "override", other, "");
                    }
                }
            }
        }

        @Override
        public void visitVarDef(JCVariableDecl tree) {
            declared(tree, tree.sym, tree.name.toString());
            if (tree.sym != null && tree.sym.getKind() == ElementKind.ENUM_CONSTANT && tree.init instanceof JCNewClass made) {
                scan(tree.mods);
                row(tree.pos, tree.name.toString(), "new", called(made), "enum");
                scan(made.args);
                if (made.def != null) {
                    scan(made.def.defs);
                }
                return;
            }
            super.visitVarDef(tree);
        }

        @Override
        public void visitNewClass(JCNewClass tree) {
            scan(tree.encl);
            scan(tree.typeargs);
            type(tree.clazz, "new");
            Symbol constructor = called(tree);
            JCTree named = tree.clazz instanceof JCTypeApply applied ? applied.clazz : tree.clazz;
            named = named instanceof JCAnnotatedType annotated ? annotated.underlyingType : named;
            if (TreeInfo.name(named) != null) {
                String name = TreeInfo.name(named).toString();
                row(place(named, name), name, "new", constructor, "");
            }
            scan(tree.args);
            if (tree.def != null) {
                scan(tree.def.defs);
            }
        }

        /** The constructor that is written: of an anonymous class that of its superclass. */
        private Symbol called(JCNewClass tree) {
            if (tree.def == null) {
                return tree.constructor;
            }
            for (JCTree member : tree.def.defs) {
                if (member instanceof JCMethodDecl made && made.sym != null && made.sym.isConstructor()
                        && made.body != null && !made.body.stats.isEmpty()
                        && made.body.stats.head instanceof JCExpressionStatement first
                        && first.expr instanceof JCMethodInvocation call) {
                    Symbol symbol = TreeInfo.symbol(call.meth);
                    // The constructor of an interface's anonymous class is Object's, which nobody wrote.
                    return tree.def.implementing.isEmpty() ? symbol : null;
                }
            }
            return null;
        }

        @Override
        public void visitReference(JCMemberReference tree) {
            scan(tree.expr);
            scan(tree.typeargs);
            if (tree.sym != null) {
                String name = tree.sym.isConstructor() ? "new" : tree.name.toString();
                int end = ends.getEndPos(tree);
                row(end - name.length(), name, "method_reference", tree.sym, "");
            }
        }

        @Override
        public void visitAnnotation(JCAnnotation tree) {
            type(tree.annotationType, "annotation");
            for (JCExpression argument : tree.args) {
                if (argument instanceof JCAssign assign) {
                    Symbol element = TreeInfo.symbol(assign.lhs);
                    String name = TreeInfo.name(tree.annotationType).toString();
                    if (element != null && element.name.contentEquals("value") && !isAt(assign.lhs.pos, "value")) {
                        // It stands nowhere: the annotation's name stands for it.
                        row(place(tree.annotationType, name), name, "call", element, "");
                    } else {
                        name(assign.lhs, "call");
                    }
                    scan(assign.rhs);
                } else {
                    scan(argument);
                }
            }
        }

        @Override
        public void visitAssign(JCAssign tree) {
            write(tree.lhs);
            scan(tree.rhs);
        }

        @Override
        public void visitAssignop(JCAssignOp tree) {
            write(tree.lhs);
            scan(tree.rhs);
        }

        @Override
        public void visitUnary(JCUnary tree) {
            switch (tree.getTag()) {
                case PREINC, PREDEC, POSTINC, POSTDEC -> write(tree.arg);
                default -> scan(tree.arg);
            }
        }

        private void write(JCExpression target) {
            JCTree bare = TreeInfo.skipParens(target);
            if (bare instanceof JCIdent) {
                name(bare, "write");
            } else if (bare instanceof JCFieldAccess select) {
                name(select, "write");
                scan(select.selected);
            } else {
                scan(bare);
            }
        }

        @Override
        public void visitIdent(JCIdent tree) {
            if (tree.sym != null) {
                name(tree, kind(tree.sym));
            }
        }

        @Override
        public void visitSelect(JCFieldAccess tree) {
            if (tree.sym != null) {
                name(tree, kind(tree.sym));
            }
            scan(tree.selected);
        }
    }
}
