/** The user's array first, then one that the library made: who writes to it is the user both times. */
public class TextOfAnArrayThatChanges {
    static void read(char[] letters) {
        String.valueOf(letters); //~ data-race
    }

    static void write(char[] letters) {
        letters[0] = 'x';
    }

    public static void main(String[] args) {
        char[][] words = {"abc".toCharArray(), {'a', 'b'}};
        new Thread(() -> {
            for (char[] word : words) {
                write(word);
            }
        }).start();
        for (char[] word : words) {
            read(word);
        }
    }
}
