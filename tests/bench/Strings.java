public class Strings { public static void main(String[] a){ int n=Integer.parseInt(a[0]); long s=0;
  for(int i=0;i<n;i++){ StringBuilder b=new StringBuilder(); for(int j=0;j<20;j++) b.append(i+j).append(',').append("xy");
    String t="row "+i+": "+b; s+=t.length()+t.hashCode()+t.indexOf("9,xy"); }
  System.out.println(s); } }
