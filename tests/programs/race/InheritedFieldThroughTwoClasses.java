//@ findings: 1
public class InheritedFieldThroughTwoClasses {
    static class Base {
        int shared;
    }

    static class Writer extends Base {
        void write() {
            shared = 1; //~ data-race "shared"
        }
    }

    static class Child extends Writer {
        int read() {
            return shared;
        }
    }

    public static void main(String[] args) {
        Child child = new Child();
        new Thread(child::write).start();
        child.read();
    }
}
