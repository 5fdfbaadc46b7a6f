package v;

public interface Face extends Veiled { }
interface Veiled { class In { } class Fresh {} }
class Alone { public static class Self extends Alone { } }
