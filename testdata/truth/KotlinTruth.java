import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import kotlin.metadata.Attributes;
import kotlin.metadata.KmAnnotation;
import kotlin.metadata.KmAnnotationArgument;
import kotlin.metadata.KmClass;
import kotlin.metadata.KmClassifier;
import kotlin.metadata.KmConstructor;
import kotlin.metadata.KmDeclarationContainer;
import kotlin.metadata.KmFunction;
import kotlin.metadata.KmProperty;
import kotlin.metadata.KmType;
import kotlin.metadata.KmTypeAlias;
import kotlin.metadata.KmTypeParameter;
import kotlin.metadata.KmTypeProjection;
import kotlin.metadata.KmValueParameter;
import kotlin.metadata.KmVariance;
import kotlin.metadata.jvm.JvmExtensionsKt;
import kotlin.metadata.jvm.KotlinClassMetadata;

/**
 * Prints what the Kotlin compiler noted about the declarations of a class.
 *
 * <p>{@code k} what the class is, then {@code t} the type itself, {@code c} constructors, {@code f} functions, {@code p}
 * properties, {@code e} enum entries, {@code a} typealiases. Types stand as in a source, by their simple names, without
 * blanks and without round brackets: {@code Map<String,A->B?>}. Items of a list stand between U+0001, parts of an item
 * between U+0002.
 */
final class KotlinTruth {
    private static final String ITEM = "\u0001";
    private static final String PART = "\u0002";

    private final PrintWriter out;
    private final Map<String, KotlinClassMetadata> all = new HashMap<>();
    private final Map<String, KmClass> classes = new HashMap<>();
    private final Map<String, String> unread = new HashMap<>();

    KotlinTruth(PrintWriter out) {
        this.out = out;
    }

    void add(String binary, kotlin.Metadata metadata) {
        try {
            KotlinClassMetadata read = KotlinClassMetadata.readLenient(metadata);
            all.put(binary, read);
            if (read instanceof KotlinClassMetadata.Class found) {
                classes.put(found.getKmClass().getName(), found.getKmClass());
            }
        } catch (IllegalArgumentException failure) {
            unread.put(binary, failure.getMessage());
        }
    }

    void print(String binary) {
        if (unread.containsKey(binary)) {
            line("k", "unread", unread.get(binary).replaceAll("\\s+", " "));
            return;
        }
        KotlinClassMetadata read = all.get(binary);
        if (read instanceof KotlinClassMetadata.Class found) {
            KmClass type = found.getKmClass();
            line("k", "class", type.getName());
            type(type);
        } else if (read instanceof KotlinClassMetadata.FileFacade found) {
            line("k", "facade", binary);
            members(found.getKmPackage(), new Names(null));
        } else if (read instanceof KotlinClassMetadata.MultiFileClassPart found) {
            line("k", "part", found.getFacadeClassName());
            members(found.getKmPackage(), new Names(null));
        } else if (read instanceof KotlinClassMetadata.MultiFileClassFacade) {
            line("k", "multifile", binary);
        } else if (read != null) {
            line("k", "made", binary);
        }
    }

    private void type(KmClass type) {
        Names names = namesOf(type);
        List<String> supertypes = new ArrayList<>();
        for (KmType supertype : type.getSupertypes()) {
            supertypes.add(names.type(supertype));
        }
        String kind = Attributes.getKind(type).toString();
        Flags flags = new Flags(Attributes.getVisibility(type), Attributes.getModality(type))
                .add("inner", Attributes.isInner(type))
                .add("data", Attributes.isData(type))
                .add("value", Attributes.isValue(type))
                .add("fun", Attributes.isFunInterface(type))
                .add("external", Attributes.isExternal(type))
                .add("companion", kind.equals("COMPANION_OBJECT"));
        line("t", type.getName(), kind, flags, parameterNames(type.getTypeParameters()), String.join(ITEM, supertypes));
        for (KmConstructor constructor : type.getConstructors()) {
            Flags own = new Flags(Attributes.getVisibility(constructor), null)
                    .add("secondary", Attributes.isSecondary(constructor));
            var signature = JvmExtensionsKt.getSignature(constructor);
            line("c", own, parameters(constructor.getValueParameters(), names), signature);
        }
        for (String entry : type.getEnumEntries()) {
            line("e", entry);
        }
        members(type, names);
    }

    private Names namesOf(KmClass type) {
        int dot = type.getName().lastIndexOf('.');
        KmClass outer = dot < 0 ? null : classes.get(type.getName().substring(0, dot));
        return new Names(outer == null ? null : namesOf(outer)).add(type.getTypeParameters());
    }

    private void members(KmDeclarationContainer container, Names outer) {
        for (KmFunction function : container.getFunctions()) {
            Names names = new Names(outer).add(function.getTypeParameters());
            Flags flags = new Flags(Attributes.getVisibility(function), Attributes.getModality(function))
                    .add("suspend", Attributes.isSuspend(function))
                    .add("inline", Attributes.isInline(function))
                    .add("operator", Attributes.isOperator(function))
                    .add("infix", Attributes.isInfix(function))
                    .add("tailrec", Attributes.isTailrec(function))
                    .add("external", Attributes.isExternal(function));
            line("f", function.getName(), Attributes.getKind(function), flags,
                    optional(function.getReceiverParameterType(), names),
                    parameters(function.getContextParameters(), names),
                    parameters(function.getValueParameters(), names), names.type(function.getReturnType()),
                    parameterNames(function.getTypeParameters()), JvmExtensionsKt.getSignature(function));
        }
        for (KmProperty property : container.getProperties()) {
            Names names = new Names(outer).add(property.getTypeParameters());
            Flags flags = new Flags(Attributes.getVisibility(property), Attributes.getModality(property))
                    .add("var", Attributes.isVar(property))
                    .add("const", Attributes.isConst(property))
                    .add("lateinit", Attributes.isLateinit(property))
                    .add("external", Attributes.isExternal(property));
            line("p", property.getName(), Attributes.getKind(property), flags,
                    optional(property.getReceiverParameterType(), names),
                    parameters(property.getContextParameters(), names), names.type(property.getReturnType()),
                    JvmExtensionsKt.getGetterSignature(property), JvmExtensionsKt.getSetterSignature(property),
                    JvmExtensionsKt.getFieldSignature(property));
        }
        for (KmTypeAlias alias : container.getTypeAliases()) {
            Names names = new Names(outer).add(alias.getTypeParameters());
            line("a", alias.getName(), new Flags(Attributes.getVisibility(alias), null),
                    parameterNames(alias.getTypeParameters()), names.type(alias.getUnderlyingType()));
        }
    }

    private static String optional(KmType type, Names names) {
        return type == null ? "" : names.type(type);
    }

    private static String parameterNames(List<KmTypeParameter> parameters) {
        List<String> names = new ArrayList<>();
        for (KmTypeParameter parameter : parameters) {
            names.add(parameter.getName());
        }
        return String.join(",", names);
    }

    private static String parameters(List<KmValueParameter> list, Names names) {
        List<String> items = new ArrayList<>();
        for (KmValueParameter parameter : list) {
            KmType element = parameter.getVarargElementType();
            String marks = (element == null ? "" : "*") + (Attributes.getDeclaresDefaultValue(parameter) ? "=" : "");
            String type = names.type(element == null ? parameter.getType() : element);
            items.add(parameter.getName() + PART + marks + PART + type);
        }
        return String.join(ITEM, items);
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

    /** Words between blanks. */
    private static final class Flags {
        private final StringBuilder text = new StringBuilder();

        Flags(Object visibility, Object modality) {
            String seen = visibility.toString().toLowerCase(java.util.Locale.ROOT);
            text.append(seen.startsWith("private") ? "private" : seen);
            add(modality == null ? "" : modality.toString().toLowerCase(java.util.Locale.ROOT), modality != null);
        }

        Flags add(String word, boolean holds) {
            if (holds) {
                text.append(' ').append(word);
            }
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** The type parameters in scope, and types as text. */
    private static final class Names {
        private final Map<Integer, String> byNumber = new HashMap<>();

        Names(Names outer) {
            if (outer != null) {
                byNumber.putAll(outer.byNumber);
            }
        }

        Names add(List<KmTypeParameter> parameters) {
            for (KmTypeParameter parameter : parameters) {
                byNumber.put(parameter.getId(), parameter.getName());
            }
            return this;
        }

        /** A type as a source has it: an alias where the source named one. */
        String type(KmType type) {
            KmType written = type.getAbbreviatedType() == null ? type : type.getAbbreviatedType();
            String text = core(written);
            if (Attributes.isDefinitelyNonNull(written)) {
                text += "&Any";
            }
            return Attributes.isNullable(written) ? text + "?" : text;
        }

        private String core(KmType type) {
            if (type.getClassifier() instanceof KmClassifier.TypeParameter parameter) {
                return byNumber.getOrDefault(parameter.getId(), "#" + parameter.getId());
            }
            if (type.getClassifier() instanceof KmClassifier.TypeAlias alias) {
                return simple(alias.getName()) + arguments(type.getArguments());
            }
            String name = ((KmClassifier.Class) type.getClassifier()).getName();
            if (name.matches("kotlin/Function[0-9]+")) {
                return function(type);
            }
            return simple(name) + arguments(type.getArguments());
        }

        private String function(KmType type) {
            List<String> items = new ArrayList<>();
            for (KmTypeProjection argument : type.getArguments()) {
                items.add(projection(argument));
            }
            if (Attributes.isSuspend(type) && items.size() > 1) {
                // The continuation says what is returned: its own type is Any?.
                KmType continuation = type.getArguments().get(items.size() - 2).getType();
                items.remove(items.size() - 1);
                items.remove(items.size() - 1);
                items.add(continuation == null ? "*" : projection(continuation.getArguments().get(0)));
            }
            StringBuilder text = new StringBuilder(Attributes.isSuspend(type) ? "suspend" : "");
            int at = 0;
            int contexts = contexts(type);
            if (contexts > 0) {
                text.append("context").append(String.join(",", items.subList(0, contexts)));
                at = contexts;
            }
            boolean extension = false;
            for (KmAnnotation annotation : JvmExtensionsKt.getAnnotations(type)) {
                extension |= annotation.getClassName().equals("kotlin/ExtensionFunctionType");
            }
            if (extension && at < items.size() - 1) {
                text.append(items.get(at++)).append('.');
            }
            text.append(String.join(",", items.subList(at, items.size() - 1)));
            return text.append("->").append(items.get(items.size() - 1)).toString();
        }

        private static int contexts(KmType type) {
            for (KmAnnotation annotation : JvmExtensionsKt.getAnnotations(type)) {
                if (annotation.getClassName().equals("kotlin/ContextFunctionTypeParams")) {
                    KmAnnotationArgument count = annotation.getArguments().get("count");
                    return count instanceof KmAnnotationArgument.IntValue number ? number.getValue() : 0;
                }
            }
            return 0;
        }

        private String arguments(List<KmTypeProjection> arguments) {
            if (arguments.isEmpty()) {
                return "";
            }
            List<String> items = new ArrayList<>();
            for (KmTypeProjection argument : arguments) {
                items.add(projection(argument));
            }
            return "<" + String.join(",", items) + ">";
        }

        private String projection(KmTypeProjection projection) {
            if (projection.getType() == null) {
                return "*";
            }
            String variance = projection.getVariance() == KmVariance.IN ? "in"
                    : projection.getVariance() == KmVariance.OUT ? "out" : "";
            return variance + type(projection.getType());
        }

        private static String simple(String name) {
            return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);
        }
    }
}
