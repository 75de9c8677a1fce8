/** The table is first needed by static fields, and by several threads at a time. */
public class Program {
    interface Constants {
        long QUEEN = SlidingAttacks.queenAttacks(0, 0L);
    }

    static class Holder {
        static final long QUEEN = SlidingAttacks.queenAttacks(0, 0L);
    }

    enum Piece {
        QUEEN(SlidingAttacks.queenAttacks(0, 0L));

        final long attacks;

        Piece(long attacks) {
            this.attacks = attacks;
        }
    }

    static void check(long found) {
        if (found != 0x81412111090503feL) {
            System.out.println("wrong");
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = {
            new Thread(() -> check(SlidingAttacks.queenAttacks(0, 0L))),
            new Thread(() -> check(Holder.QUEEN)),
            new Thread(() -> check(Constants.QUEEN)),
            new Thread(() -> check(Piece.QUEEN.attacks)),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("right");
    }
}
