/** A lift that is called once: its door is shut while it moves, and it comes. */
// The door opens behind the last move.
//# holds: never = "Elevator.open && Elevator.moving"
//# holds: always = "Elevator.floor <= 2"
// Nobody opens it for nothing.
//# holds: precedence = ["Elevator.call == 2", "Elevator.open"]
// In a fair run the lift sees the call and moves until it is there.
//# holds: response = ["Elevator.call == 2", "Elevator.entered"]
// The passenger may look for the lift forever while it does not move.
//# fails: response = ["Elevator.call == 2", "Elevator.entered"]; fairness = "none"
// It goes past the first floor.
//# holds: existence = "Elevator.floor == 1"; before = "Elevator.open"
//# fails: absence = "Elevator.floor == 1"; between = ["Elevator.moving", "Elevator.open"]
// It opens at the second one alone.
//# fails: never = "Elevator.floor == 2 && !Elevator.moving"
public class Elevator {
    static volatile int floor, call;
    static volatile boolean open, moving, entered;

    public static void main(String[] args) {
        new Thread(() -> {
            while (call == 0) { }
            moving = true;
            while (floor != call) {
                floor++;
            }
            moving = false;
            open = true;
        }, "lift").start();
        new Thread(() -> {
            call = 2;
            while (!open) { }
            entered = true;
        }, "passenger").start();
    }
}
