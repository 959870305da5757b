public class ArraysOfArraysWithoutEnd {
    public static void main(String[] args) throws Exception {
        int[][][] cube = new int[2000][2000][2000];
        System.out.println(cube.length);
    }
}
