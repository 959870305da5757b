/** Names of characters come from a table that the JDK reads when it is first asked for one. */
public class CharacterHasAName {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert Character.getName('A').equals("LATIN CAPITAL LETTER A");
        });
        other.start();
        other.join();
    }
}
