import java.util.stream.*;
public class Streams { public static void main(String[] a){ int n=Integer.parseInt(a[0]); long s=0;
  for(int i=0;i<20;i++) s+=IntStream.range(0,n).filter(x->x%3!=0).mapToObj(x->(Integer)x).map(x->x*2+1).collect(Collectors.toList()).stream().mapToLong(x->x).sum();
  System.out.println(s); } }
