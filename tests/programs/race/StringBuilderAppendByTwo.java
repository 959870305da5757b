public class StringBuilderAppendByTwo {
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder(32);
        new Thread(() -> log.append('a')).start(); //~ data-race
        log.append('b');
    }
}
