package p

interface Face
class Below : Face
