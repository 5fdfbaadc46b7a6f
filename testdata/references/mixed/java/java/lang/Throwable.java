package java.lang;

public class Throwable {
    public String getMessage() { return null; }
    public Throwable getCause() { return null; }
    public String getLocalizedMessage() { return null; }
    public String[] getStackTrace() { return null; }
}
