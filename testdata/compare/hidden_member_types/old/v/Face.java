package v;

public interface Face extends Veiled { }
interface Veiled { class In { public int gone; } enum Gone {A; class Deep {} } }
class Alone { public static class Unseen {} public static class Self extends Alone { public void m() {} } }
class Dead { public static class Nest {} }
