//! Exceptions that methods declare: which of them need not be (JLS 11.1.1), and which say nothing beside another.

use super::typed::{Differs, Type, differs};

/// Exceptions of the JDK below others of it, by their simple names: what is known of them without a JDK. Those that stand nowhere here
/// are checked, and below `Exception` alone.
const BELOW: [(&str, &[&str]); 11] = [
    ("Throwable", &["Error", "Exception"]),
    ("Exception", &["GeneralSecurityException", "IOException", "ReflectiveOperationException", "RuntimeException"]),
    (
        "Error",
        &[
            "AbstractMethodError",
            "AnnotationFormatError",
            "AssertionError",
            "ExceptionInInitializerError",
            "IOError",
            "InternalError",
            "LinkageError",
            "NoClassDefFoundError",
            "OutOfMemoryError",
            "ServiceConfigurationError",
            "StackOverflowError",
            "ThreadDeath",
            "UnsatisfiedLinkError",
            "UnsupportedClassVersionError",
            "VirtualMachineError",
        ],
    ),
    (
        "RuntimeException",
        &[
            "AnnotationTypeMismatchException",
            "ArithmeticException",
            "ArrayIndexOutOfBoundsException",
            "ArrayStoreException",
            "BufferOverflowException",
            "BufferUnderflowException",
            "CancellationException",
            "ClassCastException",
            "ClosedFileSystemException",
            "CompletionException",
            "ConcurrentModificationException",
            "DOMException",
            "DateTimeException",
            "DateTimeParseException",
            "DuplicateFormatFlagsException",
            "EmptyStackException",
            "EnumConstantNotPresentException",
            "FileSystemAlreadyExistsException",
            "FileSystemNotFoundException",
            "FormatterClosedException",
            "IllegalArgumentException",
            "IllegalCallerException",
            "IllegalCharsetNameException",
            "IllegalFormatException",
            "IllegalMonitorStateException",
            "IllegalStateException",
            "IllegalThreadStateException",
            "IndexOutOfBoundsException",
            "InputMismatchException",
            "InvalidPathException",
            "LayerInstantiationException",
            "MalformedParameterizedTypeException",
            "MissingResourceException",
            "NegativeArraySizeException",
            "NoSuchElementException",
            "NonReadableChannelException",
            "NonWritableChannelException",
            "NullPointerException",
            "NumberFormatException",
            "OverlappingFileLockException",
            "PatternSyntaxException",
            "ProviderException",
            "ProviderNotFoundException",
            "ReadOnlyBufferException",
            "ReadOnlyFileSystemException",
            "RejectedExecutionException",
            "SecurityException",
            "StringIndexOutOfBoundsException",
            "TypeNotPresentException",
            "UncheckedIOException",
            "UndeclaredThrowableException",
            "UnsupportedCharsetException",
            "UnsupportedOperationException",
            "UnsupportedTemporalTypeException",
            "WrongMethodTypeException",
            "ZoneRulesException",
        ],
    ),
    (
        "IOException",
        &[
            "CharacterCodingException",
            "ClosedChannelException",
            "EOFException",
            "FileNotFoundException",
            "FileSystemException",
            "HttpTimeoutException",
            "InterruptedIOException",
            "MalformedURLException",
            "ObjectStreamException",
            "ProtocolException",
            "RemoteException",
            "SSLException",
            "SocketException",
            "UTFDataFormatException",
            "UnknownHostException",
            "UnknownServiceException",
            "UnsupportedEncodingException",
            "ZipException",
        ],
    ),
    ("InterruptedIOException", &["SocketTimeoutException"]),
    ("FileSystemException", &["AccessDeniedException", "FileAlreadyExistsException", "NoSuchFileException"]),
    ("ObjectStreamException", &["InvalidClassException", "InvalidObjectException", "NotSerializableException"]),
    (
        "ReflectiveOperationException",
        &[
            "ClassNotFoundException",
            "IllegalAccessException",
            "InstantiationException",
            "InvocationTargetException",
            "NoSuchFieldException",
            "NoSuchMethodException",
        ],
    ),
    (
        "GeneralSecurityException",
        &[
            "BadPaddingException",
            "CertificateException",
            "IllegalBlockSizeException",
            "InvalidAlgorithmParameterException",
            "InvalidKeySpecException",
            "KeyException",
            "KeyStoreException",
            "NoSuchAlgorithmException",
            "NoSuchPaddingException",
            "NoSuchProviderException",
            "SignatureException",
            "UnrecoverableKeyException",
        ],
    ),
    ("KeyException", &["InvalidKeyException", "KeyManagementException"]),
];

/// An exception that a method declares, and what is known of the types above it.
#[derive(Debug, Clone)]
pub struct Thrown {
    pub type_: Type,
    /// Qualified names, or names of the JDK without their package.
    above: Vec<String>,
}

impl Thrown {
    /// An exception of which an index knows these supertypes, or none does.
    #[must_use]
    pub fn new(type_: Type, known: Vec<String>) -> Self {
        let mut above = known;
        if let Type::Named { name, .. } = &type_ {
            above.extend(name.meanings().filter(|meaning| is_of_jdk(meaning)).map(|meaning| last(meaning).to_owned()));
        }
        let mut at = 0;
        while at < above.len() {
            let simple = last(&above[at]);
            let parent = BELOW.iter().find(|(_, below)| below.contains(&simple)).map(|(parent, _)| *parent);
            let parent = parent.filter(|parent| is_of_jdk(&above[at]) && !above.iter().any(|known| known == parent));
            above.extend(parent.map(str::to_owned));
            at += 1;
        }
        Self { type_, above }
    }

    /// Whether it need not be declared or caught.
    fn is_unchecked(&self) -> bool {
        let is_one = |name: &String| is_of_jdk(name) && matches!(last(name), "RuntimeException" | "Error");
        self.above.iter().any(is_one)
    }

    fn is(&self, other: &Self) -> bool {
        differs(&self.type_, &other.type_) == Differs::Nowhere
    }

    /// Whether whoever declares the other declares this one with it.
    fn is_covered_by(&self, other: &Self) -> bool {
        let Type::Named { name, .. } = &other.type_ else { return self.is(other) };
        let is_it = |above: &String| {
            let is_named = |meaning: &str| {
                meaning == above || (is_of_jdk(meaning) && is_of_jdk(above) && last(meaning) == last(above))
            };
            name.meanings().any(is_named)
        };
        self.is(other) || self.above.iter().any(is_it)
    }
}

/// Whether each checked exception of a list is covered by one of another.
#[must_use]
pub fn are_covered(list: &[Thrown], by: &[Thrown]) -> bool {
    list.iter().all(|one| one.is_unchecked() || by.iter().any(|other| one.is_covered_by(other)))
}

/// Whether a name is one of the JDK's, or may be, for it is written without its package.
fn is_of_jdk(name: &str) -> bool {
    name.starts_with("java.") || name.starts_with("javax.") || name.starts_with("kotlin.") || !name.contains('.')
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
