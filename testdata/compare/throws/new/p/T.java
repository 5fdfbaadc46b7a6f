package p;

public class T {
    public void fresh() throws java.io.IOException {}
    public void gone() {}
    public void unchecked() throws IllegalStateException {}
}
