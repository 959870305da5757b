public class LoopsForeverAlone {
    public static void main(String[] args) {
        for (int side = 0; args.length == 0; side = 1 - side) Math.abs(side); //~ infinite-loop
    }
}
