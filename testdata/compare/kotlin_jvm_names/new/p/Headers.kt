package p

class Headers {
    @JvmName("url") fun toUrl(): String = ""
    @JvmName("-deprecated_url") fun url(): String = ""

    companion object {
        @JvmStatic @JvmName("of") fun headersOf(vararg names: String): Headers = Headers()
        @JvmStatic @JvmName("get") fun String.toHeaders(): Headers = Headers()
    }
}
