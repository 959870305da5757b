//@ findings: 1
public class ThrownInsideTheLibrary {
    public static void main(String[] args) {
        new Thread(() -> {
            Integer.parseInt("twelve"); //~ uncaught-exception "NumberFormatException"
        }).start();
    }
}
