//@ jdk: 17
public class NamesOfClassesThatAreTooLong {
    static void look(String name) {
        try {
            System.out.println(Class.forName(name));
        } catch (ClassNotFoundException none) {
            String message = none.getMessage();
            System.out.println(message.length() + " " + message.substring(0, 50));
        }
    }

    public static void main(String[] args) {
        look("x".repeat(65535));
        look("x".repeat(65536));
        look("x".repeat(1_000_000));
        try {
            NamesOfClassesThatAreTooLong.class.getClassLoader().loadClass("y".repeat(70_000));
        } catch (ClassNotFoundException none) {
            System.out.println(none.getMessage().length());
        }
    }
}
