public class AllocatesTheLargestArray {
    public static void main(String[] args) throws Exception {
        long[] all = new long[Integer.MAX_VALUE - 8];
        System.out.println(all.length);
    }
}
