package p;

public abstract class Between extends Base {
    Between() {}
}
