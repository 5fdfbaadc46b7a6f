package p;

public class Same implements Base.Face {
    public Same(Base.Face face) {}
    public void far(Base.Far far) {}
    public void plain(Base base) {}
}
