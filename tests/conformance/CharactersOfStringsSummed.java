public class CharactersOfStringsSummed {
    public static void main(String[] args) {
        System.out.println("hello".chars().sum());
        System.out.println("a-b-c".chars().filter(c -> c == '-').count());
        StringBuilder out = new StringBuilder();
        "zyx".chars().forEach(c -> out.append((char) (c - 1)));
        System.out.println(out);
    }
}
