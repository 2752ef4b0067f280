/** For commander: importing node:process as a module reads all its members, and so opens standard input and output. */
export default process;
