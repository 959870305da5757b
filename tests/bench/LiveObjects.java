// args: live threads increments; so many objects stay alive, reachable by all threads and unchanged, while the threads count
public class LiveObjects {
  static Node live; static int c;
  static class Node { final Node next; final int value; Node(Node next,int value){this.next=next;this.value=value;} }
  public static void main(String[] a) throws Exception {
    int n=Integer.parseInt(a[0]), threads=Integer.parseInt(a[1]); final int m=Integer.parseInt(a[2]);
    for(int i=0;i<n;i++) live=new Node(live,i);
    final Object lock=new Object(); Thread[] t=new Thread[threads];
    for(int i=0;i<threads;i++){ t[i]=new Thread(){ public void run(){ for(int j=0;j<m;j++) synchronized(lock){ c++; } } }; t[i].start(); }
    for(int i=0;i<threads;i++) t[i].join();
    assert c == threads*m && live.value == n-1;
  }
}
