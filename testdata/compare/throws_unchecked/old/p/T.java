package p;

import java.io.FileNotFoundException;
import java.io.IOException;

public class T {
    public T(int own) {}
    public T(String dropped) throws Exception {}
    public void own() {}
    public void ownBelow() throws Below {}
    public void ownError() {}
    public void ownChecked() {}
    public void jdk() {}
    public void error() throws AssertionError {}
    public void other() throws IllegalStateException {}
    public void redundant() throws FileNotFoundException, IOException {}
    public void redundantOwn() throws Checked, IOException {}
    public void narrowed() throws IOException {}
    public void widened() throws FileNotFoundException {}
    public void ordered() throws IOException, InterruptedException {}
    public static void fixed() throws Exception {}
    public static class Unchecked extends RuntimeException {}
    public static class Below extends Unchecked {}
    public static class Failed extends Error {}
    public static class Checked extends IOException {}
    public static class IllegalStateException extends Exception {}
}
