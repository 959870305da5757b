// A superclass is initialised first: one thread holds Child and wants Parent, the other Parent and wants Child.
public class SubclassAndSuperclassInitialiseEachOther {
    static class Parent {
        static final Object DEFAULT = new Child(); //~ deadlock

        static void use() { }
    }

    static class Child extends Parent { }

    public static void main(String[] args) {
        new Thread(Parent::use).start();
        new Child();
    }
}
